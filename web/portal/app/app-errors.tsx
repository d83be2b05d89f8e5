import { Component, type ReactNode } from 'react';

interface State {
  message: string | undefined;
}

/** Shows that the application failed, instead of an empty page. */
export class AppErrors extends Component<{ children: ReactNode }, State> {
  override state: State = { message: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : 'Unknown error' };
  }

  override render() {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return (
      <main id="main" className="page grid justify-items-start gap-6 py-16">
        <h1 className="text-heading">Unexpected Application Error!</h1>
        <p className="text-lead text-soft">{message}</p>
        <a href="/" className="text-live underline underline-offset-4">
          Home
        </a>
      </main>
    );
  }
}
