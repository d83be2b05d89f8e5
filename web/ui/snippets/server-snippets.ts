import { readScriptTag } from './script-tag.ts';
import type { SiteSnippetValues } from './site-snippets.ts';
import type { Snippet } from './snippet.ts';

interface ServerSnippetValues {
  /** The address of the product. */
  origin: string;
  currency: string;
}

const order = { title: 'Report a verified order', copy: 'Copy order' };
const refund = { title: 'Report a refund', copy: 'Copy refund' };
const callIt = 'Call it when the order is paid. To repeat it is safe: each order id counts once.';
const callForRefund =
  'Call it for each refund, with its own id. Without an amount, all that is left is refunded.';

/** A request with an order and one with a refund, for each language. Tests run what is written here. */
export function listServerSnippets({ trackingCode, currency }: SiteSnippetValues): Snippet[] {
  const values = { origin: readScriptTag(trackingCode).origin, currency };
  return [toCurl(values), toNode(values), toPhp(values), toPython(values)];
}

/** In the form of the checkout: gives the shop's server the visitor that belongs to the order. */
export const visitorField = `<input type="hidden" name="site_visitor">
<script>
  document.currentScript.closest('form').addEventListener('submit', (event) => {
    event.target.elements.site_visitor.value = window.siteStats?.visitor?.() ?? '';
  });
</script>`;

const toCurl = ({ origin, currency }: ServerSnippetValues): Snippet => ({
  value: 'curl',
  label: 'curl',
  parts: [
    {
      ...order,
      where: 'With the token in the environment variable PORTAL_TOKEN.',
      code: `curl --fail-with-body ${origin}/api/v1/orders \\
  --header "Authorization: Bearer $PORTAL_TOKEN" \\
  --json '{
    "orderId": "A-1042",
    "amount": "59.90",
    "tax": "9.56",
    "shipping": "4.90",
    "currency": "${currency}",
    "occurredAt": "'$(date -u +%Y-%m-%dT%H:%M:%SZ)'"
  }'`,
    },
    {
      ...refund,
      where: 'Of a part of the order. Without an amount, all that is left is refunded.',
      code: `curl --fail-with-body ${origin}/api/v1/orders/A-1042/refunds \\
  --header "Authorization: Bearer $PORTAL_TOKEN" \\
  --json '{ "refundId": "R-7", "amount": "10.00" }'`,
    },
  ],
});

const toNode = ({ origin, currency }: ServerSnippetValues): Snippet => ({
  value: 'node',
  label: 'Node.js',
  parts: [
    {
      ...order,
      where: callIt,
      code: `async function sendToPortal(path, body) {
  const response = await fetch('${origin}/api/v1' + path, {
    method: 'POST',
    headers: {
      authorization: \`Bearer \${process.env.PORTAL_TOKEN}\`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
}

export const reportOrder = (order) =>
  sendToPortal('/orders', {
    orderId: order.id,
    amount: order.total, // A number, or text such as '59.90'.
    tax: order.tax, // May be left out, as shipping may be.
    shipping: order.shipping, // Without its tax.
    currency: order.currency ?? '${currency}',
    occurredAt: order.createdAt.toISOString(),
    visitor: order.visitor || undefined,
  });`,
    },
    {
      ...refund,
      where: callForRefund,
      code: `export const reportRefund = (orderId, refundId, amount) =>
  sendToPortal(\`/orders/\${encodeURIComponent(orderId)}/refunds\`, { refundId, amount });`,
    },
  ],
});

const toPhp = ({ origin, currency }: ServerSnippetValues): Snippet => ({
  value: 'php',
  label: 'PHP',
  parts: [
    {
      ...order,
      where: callIt,
      code: `function send_to_portal(string $path, array $body): void
{
    $answer = file_get_contents('${origin}/api/v1' . $path, false, stream_context_create(['http' => [
        'method' => 'POST',
        'header' => [
            'Authorization: Bearer ' . getenv('PORTAL_TOKEN'),
            'Content-Type: application/json',
        ],
        'content' => json_encode($body, JSON_THROW_ON_ERROR),
        'ignore_errors' => true,
        'timeout' => 10,
    ]]));
    if ($answer === false || !preg_match('/^HTTP\\S* 2/', $http_response_header[0])) {
        throw new RuntimeException('The portal did not accept this: ' . $answer);
    }
}

function report_order(array $order): void
{
    $report = [
        'orderId' => (string) $order['id'],
        'amount' => (string) $order['total'],
        'currency' => $order['currency'] ?? '${currency}',
        'occurredAt' => gmdate('Y-m-d\\TH:i:s\\Z', $order['time']),
    ];
    foreach (['tax', 'shipping'] as $part) {
        if (isset($order[$part])) {
            $report[$part] = (string) $order[$part];
        }
    }
    if (!empty($order['visitor'])) {
        $report['visitor'] = $order['visitor'];
    }
    send_to_portal('/orders', $report);
}`,
    },
    {
      ...refund,
      where: callForRefund,
      code: `function report_refund(string $orderId, string $refundId, ?string $amount = null): void
{
    $refund = ['refundId' => $refundId];
    if ($amount !== null) {
        $refund['amount'] = $amount;
    }
    send_to_portal('/orders/' . rawurlencode($orderId) . '/refunds', $refund);
}`,
    },
  ],
});

const toPython = ({ origin, currency }: ServerSnippetValues): Snippet => ({
  value: 'python',
  label: 'Python',
  parts: [
    {
      ...order,
      where: callIt,
      code: `import json
import os
from datetime import timezone
from urllib.parse import quote
from urllib.request import Request, urlopen


def send_to_portal(path, body):
    request = Request(
        "${origin}/api/v1" + path,
        data=json.dumps(body).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["PORTAL_TOKEN"],
            "Content-Type": "application/json",
        },
    )
    # Raises an HTTPError unless the answer is a success.
    with urlopen(request, timeout=10):
        pass


def report_order(order):
    report = {
        "orderId": order["id"],
        "amount": str(order["total"]),
        "currency": order.get("currency", "${currency}"),
        "occurredAt": order["created_at"].astimezone(timezone.utc).isoformat(),
    }
    for part in ("tax", "shipping"):
        if order.get(part) is not None:
            report[part] = str(order[part])
    if order.get("visitor"):
        report["visitor"] = order["visitor"]
    send_to_portal("/orders", report)`,
    },
    {
      ...refund,
      where: callForRefund,
      code: `def report_refund(order_id, refund_id, amount=None):
    refund = {"refundId": refund_id}
    if amount is not None:
        refund["amount"] = str(amount)
    send_to_portal(f"/orders/{quote(order_id, safe='')}/refunds", refund)`,
    },
  ],
});
