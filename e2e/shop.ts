import { once } from 'node:events';
import { createServer } from 'node:http';

export interface Shop {
  url: string;
  close: () => Promise<void>;
}

/**
 * A client's site on a free port: a page with a client-side navigation and an order button, and /thanks, the page
 * after an order, with `thanks` in its body.
 */
export async function startShop(snippet: string, thanks = ''): Promise<Shop> {
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Shop</title>${snippet}</head>
<body>
  <h1>Shop</h1>
  <button id="to-lamps">Lamps</button>
  <button id="buy">Buy</button>
  <script>
    document.getElementById('to-lamps').onclick = () => history.pushState({}, '', '/lamps');
    document.getElementById('buy').onclick = () =>
      siteStats.order({ orderId: 'order-1', amount: 249.5, currency: 'USD' });
  </script>
</body>
</html>`;
  const thanksPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Thank you</title>${snippet}</head>
<body>
  <h1>Thank you</h1>
  ${thanks}
  <script>document.querySelector('h1').textContent = 'Thank you, the cart is empty now';</script>
</body>
</html>`;
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(request.url === '/thanks' ? thanksPage : page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the shop has no port');
  return {
    url: `http://localhost:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
