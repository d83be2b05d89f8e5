import type { Drawing } from '../drawing/drawing.ts';
import type { DrawnBrand, SocialCard, SocialMotif } from '../drawing/drawing-jobs.ts';

/** The picture of a page for social networks: a PNG of 1200 × 630. Letters that the typeface does not have are left out. */
export async function drawSocialCard(drawing: Drawing, card: DrawnBrand & SocialCard): Promise<Buffer> {
  const { png } = await drawing.run('draw-social-card', card);
  return Buffer.from(png);
}

const motifs: Record<string, SocialMotif> = {
  '/solutions/chatbots': 'chatbots',
  '/solutions/analytics': 'analytics',
  '/solutions/automation': 'automation',
  '/solutions/design': 'design',
  '/solutions': 'products',
  '/products': 'products',
  '/book-demo': 'clock',
  '/help/metrics': 'visits',
};

/** The motif of a page of the site, as in the pictures of the product. */
export function toSocialMotif(path: string): SocialMotif {
  const motif = motifs[path];
  if (motif !== undefined) return motif;
  return path.endsWith('-policy') || path.endsWith('-service') ? 'lines' : 'curve';
}
