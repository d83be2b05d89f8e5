import { parseUrl } from '../../../contract/rules/network/parse-url.ts';
/** Amounts of the prices in Stripe's dashboard, by id and currency. */
export type StubPrices = Record<string, Record<string, number>>;

type Params = Record<string, string>;

export interface SessionProblem {
  message: string;
  param?: string;
}

const switches = ['invoice_creation', 'adaptive_pricing', 'automatic_tax', 'tax_id_collection'];

/** The parameters of a new checkout that the server may send. Stripe rejects unknown ones, and so does the stub. */
const known = new RegExp(
  `^(${[
    ...[
      'mode',
      'currency',
      'customer_email',
      'client_reference_id',
      'expires_at',
      'success_url',
      'cancel_url',
    ],
    ...switches.map((name) => `${name}\\[enabled\\]`),
    'metadata\\[\\w+\\]',
    'line_items\\[0\\]\\[(price|quantity)\\]',
    'line_items\\[0\\]\\[price_data\\]\\[(currency|unit_amount|tax_behavior)\\]',
    'line_items\\[0\\]\\[price_data\\]\\[product_data\\]\\[name\\]',
    'custom_text\\[submit\\]\\[message\\]',
  ].join('|')})$`,
);

const priceData = 'line_items[0][price_data]';

/** The amount that Stripe would charge, before tax. Undefined if the price does not exist in the currency. */
export function toUnitAmount(params: Params, prices: StubPrices): number | undefined {
  const sent = params[`${priceData}[unit_amount]`];
  if (sent !== undefined) return Number(sent);
  return prices[params['line_items[0][price]'] ?? '']?.[params.currency ?? ''];
}

/** The first reason for which Stripe would reject the request. */
export function findSessionProblem(params: Params, prices: StubPrices): SessionProblem | undefined {
  const unknown = Object.keys(params).find((name) => !known.test(name));
  if (unknown) return { message: `Received unknown parameter: ${unknown}`, param: unknown };
  const wrongSwitch = switches.find((name) => !/^(true|false)?$/.test(params[`${name}[enabled]`] ?? ''));
  if (wrongSwitch) return { message: 'Invalid boolean', param: `${wrongSwitch}[enabled]` };
  return findPriceProblem(params, prices) ?? findOtherProblem(params);
}

function findPriceProblem(params: Params, prices: StubPrices): SessionProblem | undefined {
  const id = params['line_items[0][price]'];
  const sentNames = Object.keys(params).filter((name) => name.startsWith(priceData));
  if ((id === undefined) === (sentNames.length === 0)) return { message: 'Send either price or price_data' };
  if (id !== undefined) {
    if (!prices[id]) return { message: 'No such price', param: 'line_items[0][price]' };
    if (toUnitAmount(params, prices) === undefined) return { message: 'The price has no such currency' };
    // Prices of a dashboard have a tax behavior only if it was set there.
    return params['automatic_tax[enabled]'] === 'true'
      ? { message: 'The price has no tax_behavior', param: 'line_items[0][price]' }
      : undefined;
  }
  const unitAmount = params[`${priceData}[unit_amount]`] ?? '';
  if (!/^\d{1,8}$/.test(unitAmount))
    return { message: 'Invalid integer', param: `${priceData}[unit_amount]` };
  if (params[`${priceData}[currency]`] !== params.currency) return { message: 'Currencies differ' };
  const name = params[`${priceData}[product_data][name]`] ?? '';
  if (name.trim() === '')
    return { message: 'You passed an empty string', param: `${priceData}[product_data][name]` };
  const behavior = params[`${priceData}[tax_behavior]`];
  if (behavior !== undefined && !['exclusive', 'inclusive', 'unspecified'].includes(behavior))
    return { message: 'Invalid tax_behavior' };
  return params['automatic_tax[enabled]'] === 'true' && behavior === undefined
    ? { message: 'The price has no tax_behavior' }
    : undefined;
}

function findOtherProblem(params: Params): SessionProblem | undefined {
  if (!/^[a-z]{3}$/.test(params.currency ?? '')) return { message: 'Invalid currency' };
  if (params.mode !== 'payment' || params['line_items[0][quantity]'] !== '1')
    return { message: 'Not one product in one piece' };
  if (!/^[^\s@]+@[^\s@]+$/.test(params.customer_email ?? '')) return { message: 'Invalid email address' };
  if (!parseUrl(params.success_url ?? '') || !parseUrl(params.cancel_url ?? ''))
    return { message: 'Not a valid URL' };
  if ((params['custom_text[submit][message]'] ?? '').length > 1_200)
    return { message: 'The text is too long' };
  const openSeconds = Number(params.expires_at) - Date.now() / 1000;
  if (!(openSeconds >= 1_800 && openSeconds <= 86_400))
    return { message: 'expires_at must be within 24 hours' };
  return undefined;
}
