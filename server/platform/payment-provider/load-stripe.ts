/** Imports the library when it is first used, because it needs 20 MB of memory. */
export async function loadStripe() {
  return (await import('stripe')).default;
}
