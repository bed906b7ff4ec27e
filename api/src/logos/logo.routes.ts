import { LOGO_TYPES, MAX_LOGO_BYTES } from 'domain/logo';
import type { UploadRoute } from '../file-route.ts';
import { saveLogo } from './save-logo.ts';

/** Uploads the merchant's new logo, as a file's own bytes. */
export const LOGO_UPLOAD: UploadRoute = {
  method: 'POST',
  path: '/files/logo',
  permission: 'settings.write',
  accepts: { contentTypes: LOGO_TYPES, maxBytes: MAX_LOGO_BYTES },
  handle: ({ app, staff, ip, userAgent, body }) => saveLogo(app, staff, { ip, userAgent }, body),
};
