import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { z } from 'zod';
import { staticPaths } from '../../../contract/public/pages.ts';
import { socialImagePath } from '../../../contract/rules/page-address.ts';
import { deriveTheme } from '../../../contract/site/colours/derive-theme.ts';
import { toManifestColours } from '../../../contract/site/colours/theme-output.ts';
import { defaultTypeface } from '../../../contract/site/typefaces.ts';
import type { Db } from '../../db/client.ts';
import { AppError } from '../../platform/errors.ts';
import { findBrandFile } from './agency.queries.ts';
import type { Agency, AgencyState } from './agency.ts';
import type { Drawing } from './drawing/drawing.ts';
import { DrawingFailed } from './drawing/drawing-errors.ts';
import type { DrawnBrand } from './drawing/drawing-jobs.ts';
import { drawIcons, type Icons } from './logos/icons.ts';
import { hasOwnLook, hasOwnTexts } from './picture-parts.ts';
import { drawSocialCard, toSocialMotif } from './social/social-card.ts';

export interface PicturesDeps {
  db: Db;
  agency: Agency;
  drawing: Drawing;
  /** Folder of the built pages, with the pictures of the product's own brand. */
  pagesFolder: string;
  /** The title and description of a page, for its picture. */
  findPageTexts: (path: string) => Promise<{ title: string; description: string } | undefined>;
}

const iconNames = [
  'icon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
] as const satisfies readonly (keyof Icons)[];

/** Files of web/public that this server answers itself, because each brand has its own. */
export const brandPictureFiles = [...iconNames, 'social/**'];

const types: Record<string, string> = { '.svg': 'image/svg+xml', '.png': 'image/png' };
const pictureParams = z.object({ page: z.string().max(100) });

/** Icons, the manifest and the pictures for social networks: the built ones, or drawn where the agency's look or texts differ. */
export const picturesRoutes: FastifyPluginAsync<PicturesDeps> = async (app, deps) => {
  const { agency, pagesFolder } = deps;
  const pictures = new Pictures(deps);

  const send = (reply: FastifyReply, name: string, content: Uint8Array) =>
    reply
      .type(types[extname(name)] ?? 'application/octet-stream')
      // Pages ask for them with the version of the brand, so that a change is shown at once.
      .header('cache-control', 'public, max-age=3600')
      .send(Buffer.from(content));
  const readBuilt = (name: string) =>
    readFile(join(pagesFolder, name)).catch((cause: unknown) => {
      throw new AppError(404, 'not-found', 'There is no such file.', { cause });
    });

  for (const name of iconNames) {
    app.get(`/${name}`, { schema: { hide: true } }, async (_request, reply) =>
      send(
        reply,
        name,
        hasOwnLook(agency.current) ? (await pictures.findIcons())[name] : await readBuilt(name),
      ),
    );
  }

  app.get('/site.webmanifest', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(toManifest(agency.current), undefined, 2)),
  );

  const pageByPicture = new Map(staticPaths.map((path) => [socialImagePath(path), path]));
  app.get<{ Params: { page: string } }>(
    '/social/:page',
    { schema: { hide: true } },
    async (request, reply) => {
      const address = `/social/${pictureParams.parse(request.params).page}`;
      const path = pageByPicture.get(address);
      if (path === undefined) throw new AppError(404, 'not-found', 'There is no such file.');
      const isDrawn = hasOwnLook(agency.current) || hasOwnTexts(agency.current, path);
      return send(reply, address, isDrawn ? await pictures.findCard(path) : await readBuilt(address));
    },
  );
};

/** How long pictures without the logo are sent if it could not be drawn. */
const undrawableMs = 600_000;

/** The drawn pictures of the current brand. Each is drawn once, when it is first asked for. */
class Pictures {
  readonly #deps: PicturesDeps;
  #icons: Promise<Icons> | undefined;
  #cards = new Map<string, Promise<Buffer>>();

  constructor(deps: PicturesDeps) {
    this.#deps = deps;
    deps.agency.onChange(() => this.#forget());
  }

  #forget(): void {
    this.#icons = undefined;
    this.#cards = new Map();
  }

  findIcons(): Promise<Icons> {
    const icons = this.#icons ?? this.#draw((brand) => drawIcons(this.#deps.drawing, brand));
    this.#icons = icons;
    icons.catch(() => {
      if (this.#icons === icons) this.#icons = undefined;
    });
    return icons;
  }

  findCard(path: string): Promise<Buffer> {
    const cards = this.#cards;
    const card = cards.get(path) ?? this.#drawCard(path);
    cards.set(path, card);
    card.catch(() => cards.delete(path));
    return card;
  }

  async #drawCard(path: string): Promise<Buffer> {
    const { drawing, findPageTexts } = this.#deps;
    const texts = await findPageTexts(path);
    if (!texts) throw new AppError(404, 'not-found', 'There is no such file.');
    return this.#draw((brand) => drawSocialCard(drawing, { ...brand, ...texts, motif: toSocialMotif(path) }));
  }

  /** Without the logo if it cannot be drawn. Trying again for every visitor would end the drawing process each time. */
  async #draw<Picture>(draw: (brand: DrawnBrand) => Promise<Picture>): Promise<Picture> {
    const brand = await this.#toBrand();
    try {
      return await draw(brand);
    } catch (error) {
      if (!(error instanceof DrawingFailed) || !brand.logo) throw error;
      setTimeout(() => this.#forget(), undrawableMs).unref();
      return draw({ ...brand, logo: undefined });
    }
  }

  async #toBrand(): Promise<DrawnBrand> {
    const { db, agency } = this.#deps;
    const { brand, settings, logos } = agency.current;
    const { look = {} } = settings;
    const shown = logos.light ?? logos.dark;
    const file = shown && (await findBrandFile(db, shown.digest));
    return {
      name: brand.name,
      logo: file && { ...file, kind: file.kind === 'svg' ? 'svg' : 'png' },
      theme: deriveTheme(look),
      typeface: look.typeface ?? defaultTypeface,
    };
  }
}

function toManifest({ brand, settings, site }: AgencyState): object {
  const { light } = toManifestColours(deriveTheme(settings.look ?? {}));
  const { picturesVersion } = site.settings;
  const withVersion = (address: string) =>
    picturesVersion === undefined ? address : `${address}?v=${picturesVersion}`;
  const png = { type: 'image/png', sizes: '512x512' };
  return {
    name: brand.name,
    short_name: brand.name,
    description: brand.promise,
    start_url: '/',
    display: 'browser',
    background_color: light.background,
    theme_color: light.themeColour,
    icons: [
      { src: withVersion('/icon.svg'), type: 'image/svg+xml', sizes: 'any' },
      { src: withVersion('/icon-192.png'), type: 'image/png', sizes: '192x192' },
      { src: withVersion('/icon-512.png'), ...png },
      { src: withVersion('/icon-maskable-512.png'), ...png, purpose: 'maskable' },
    ],
  };
}
