/** The library takes 20 MB of memory: it comes with the first payment, not with the start. */
export async function loadStripe() {
  return (await import('stripe')).default;
}
