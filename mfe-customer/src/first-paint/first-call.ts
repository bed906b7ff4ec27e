import { confirmationInput, readOpenedCode } from '../features/confirmations/opened-code.ts';
import { isPageShown } from '../features/confirmations/page-shown.ts';
import { sendAhead } from '../lib/post.ts';

/**
 * The first bytes of the page that a QR code opens: the confirmation is under way while styles, markup and
 * the script that shows its outcome still arrive. A page that is not seen yet leaves it to that script.
 */

const ADDRESSES = { cashback: '/trpc/cashback.confirm', redemption: '/trpc/redemptions.confirm' };

const code = readOpenedCode();
if (code && isPageShown()) sendAhead(ADDRESSES[code.kind], confirmationInput(code.token));
