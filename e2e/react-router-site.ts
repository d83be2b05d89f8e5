import { once } from 'node:events';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Links change the page without loading it; the form changes it from a handler. */
const application = `
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Link, Outlet, RouterProvider, useNavigate } from 'react-router';

function Layout() {
  return <><nav><Link to="/">Home</Link> <Link to="/pricing">Pricing</Link> <Link to="/contact">Contact</Link></nav><Outlet /></>;
}
function Contact() {
  const navigate = useNavigate();
  return (
    <form onSubmit={(event) => { event.preventDefault(); navigate('/thank-you'); }}>
      <h1>Contact</h1><button>Send</button>
    </form>
  );
}
const router = createBrowserRouter([{
  element: <Layout />,
  children: [
    { path: '/', element: <h1>Home</h1> },
    { path: '/pricing', element: <h1>Pricing</h1> },
    { path: '/contact', element: <Contact /> },
    { path: '/thank-you', element: <h1>Thank you</h1> },
  ],
}]);
createRoot(document.getElementById('root')).render(<RouterProvider router={router} />);
`;

export interface ReactRouterSite {
  url: string;
  /** Publishes the site with this code in the head of its index.html. */
  publish: (trackingCode: string) => void;
  close: () => Promise<void>;
}

/** A client's site made with React Router, on a free port. */
export async function startReactRouterSite(): Promise<ReactRouterSite> {
  const { outputFiles } = await build({
    stdin: { contents: application, loader: 'jsx', resolveDir: root },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  let head = '';
  const server = createServer(({ url }, response) => {
    const isScript = url === '/app.js';
    const type = isScript ? 'text/javascript' : 'text/html; charset=utf-8';
    response.writeHead(200, { 'content-type': type });
    if (isScript) response.end(outputFiles[0]?.contents);
    else
      response.end(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Site</title>${head}</head>` +
          '<body><div id="root"></div><script type="module" src="/app.js"></script></body></html>',
      );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site has no port');
  return {
    url: `http://localhost:${address.port}`,
    publish: (trackingCode) => {
      head = trackingCode;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
