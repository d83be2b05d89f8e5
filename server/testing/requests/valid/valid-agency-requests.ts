import { apiPaths } from '../../../../contract/paths.ts';
import { anSvg } from '../../pictures.ts';
import type { ValidRequest } from './valid-request.ts';

const aLogoUpload: ValidRequest = {
  status: 201,
  override: ({ admin }) => ({
    rawBody: anSvg(),
    headers: { 'content-type': 'image/svg+xml' },
    cookie: admin.cookie,
  }),
};

const settings = { brand: { tagline: 'Quick and quiet' } };

/** The settings of the agency. */
export const agencyRequests: Record<string, ValidRequest> = {
  'GET /api/settings': {},
  'PUT /api/settings': {
    body: { version: 0, settings },
    override: ({ t }) => ({ body: { version: t.server.agency.current.version, settings } }),
  },
  'GET /api/settings/versions': {},
  'GET /api/settings/versions/:version': { override: () => ({ url: apiPaths.storedSettings(1) }) },
  'POST /api/settings/versions/:version/restore': {
    body: { version: 1 },
    override: ({ t }) => ({
      url: apiPaths.restoreSettings(0),
      body: { version: t.server.agency.current.version },
    }),
  },
  'POST /api/settings/logos': aLogoUpload,
  'POST /api/companies/:companyId/logos': aLogoUpload,
};
