/**
 * How pages are recognized that visitors see after they ordered, wrote or signed up. One part of their path is compared, in
 * small letters and without what follows a dot, such as `.html`. A page in another language needs its words here, and the
 * beginning of each in `confirmationStems`.
 */

/** A part that contains one of these as a whole word: `/thank-you`, `/vielen-dank`, `/de/danke`, `/merci-commande`. */
const thankYouWords = [
  // English, German, Dutch
  ...['thank', 'thanks', 'thankyou', 'danke', 'dank', 'dankeschoen', 'bedankt', 'dankjewel'],
  // French, Spanish, Italian, Portuguese
  ...['merci', 'gracias', 'grazie', 'obrigado', 'obrigada'],
  // Swedish, Norwegian and Danish, Finnish, Polish, Czech
  ...['tack', 'takk', 'tak', 'kiitos', 'dziekujemy', 'dekujeme'],
];

/** Names of things that are confirmed. */
const subjects = [
  ...['order', 'orders', 'checkout', 'payment', 'purchase', 'booking', 'reservation', 'appointment', 'cart'],
  ...['contact', 'registration', 'signup', 'sign-up', 'subscription', 'newsletter', 'request', 'quote'],
  ...['bestellung', 'kasse', 'zahlung', 'buchung', 'anfrage', 'kontakt', 'anmeldung', 'bestelling'],
  ...['commande', 'paiement', 'pedido', 'compra', 'pago', 'ordine', 'pagamento', 'encomenda'],
];

/** That it is confirmed: after its subject, in the same part or in the next, as in `/order-received` and `/checkout/success`. */
const confirmations = [
  ...['received', 'confirmed', 'confirmation', 'complete', 'completed', 'success', 'successful', 'sent'],
  ...['erfolgreich', 'erfolg', 'erhalten', 'bestaetigt', 'bestaetigung', 'ontvangen'],
  ...[
    'confirmee',
    'recue',
    'envoye',
    'recibido',
    'confirmado',
    'confirmada',
    'ricevuto',
    'confermato',
    'recebido',
  ],
];

/** Whole parts. */
const confirmationParts = [
  ...['bestellbestaetigung', 'auftragsbestaetigung', 'buchungsbestaetigung', 'anmeldebestaetigung'],
  ...['confirmation-de-commande', 'confirmacion-de-pedido', 'conferma-ordine', 'confirmacao-de-pedido'],
];

/** Every confirmation page contains one of these. At most as many as one question may search for. */
export const confirmationStems: readonly string[] = [
  ...['thank', 'dank', 'merci', 'gracias', 'grazie', 'obrigad', 'tack', 'tak', 'kiitos', 'ekuj'],
  ...['receiv', 'confirm', 'complet', 'succe', 'sent', 'erfolg', 'erhalten', 'staetig', 'ontvangen'],
  ...['recu', 'envoy', 'recib', 'conferma', 'ricev', 'receb'],
];

const has = (list: readonly string[], words: readonly string[]) => words.some((word) => list.includes(word));

/** Splits one part of a path into words. */
const toWords = (part: string) => part.split(/[-_+ ]+/);

const toPart = (text: string) => text.toLowerCase().replace(/\.[a-z]{2,5}$/, '');

/**
 * The target of a goal for a path that confirms something, undefined for every other path. What follows the confirming part,
 * such as the number of an order, is replaced by a star.
 */
export function toConfirmationTarget(path: string): string | undefined {
  const parts = path.split('/').map(toPart);
  const at = parts.findIndex((part, index) => isConfirming(part, parts[index - 1] ?? ''));
  if (at < 0) return undefined;
  const beginning = path
    .split('/')
    .slice(0, at + 1)
    .join('/');
  const rest = path.slice(beginning.length);
  return rest === '' || rest === '/' ? path : `${beginning}/*`;
}

function isConfirming(part: string, before: string): boolean {
  const words = toWords(part);
  if (has(thankYouWords, words) || confirmationParts.includes(part)) return true;
  if (!has(confirmations, words)) return false;
  return has(subjects, words) || has(subjects, [before, ...toWords(before)]);
}

/** For the test that finds every one of them by a stem. */
export const confirmationWords: readonly string[] = [
  ...thankYouWords,
  ...confirmations,
  ...confirmationParts,
];
