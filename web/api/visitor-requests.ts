export interface ContactPageMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

export interface DemoRequest {
  name: string;
  email: string;
  company: string;
  phone: string;
  interest: string;
}

// The pages already behave as they will; what is missing is the server's end of these two.

/** Resolves once the message is with the team. */
export async function sendContactPageMessage(_message: ContactPageMessage): Promise<void> {}

/** Resolves once the request is with the team. */
export async function sendDemoRequest(_request: DemoRequest): Promise<void> {}
