/** The limits of a merchant's logo; checked by the form before sending, and always by the server. */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const MAX_LOGO_BYTES = 1_048_576;
export const LOGO_MESSAGE = 'Envie uma imagem PNG, JPEG ou WebP de até 1 MB.';
