import {
  choosePinInput,
  enterCodeInput,
  enterPinInput,
  forgetDevicesInput,
  sendCodeInput,
} from 'domain/proof';
import { PROOFS_PER_ADDRESS } from '../limits/call-limits.ts';
import { publicProcedure, router } from '../trpc.ts';
import { choosePin } from './choose-pin.ts';
import { enterCode } from './enter-code.ts';
import { enterPin } from './enter-pin.ts';
import { forgetOtherDevices, forgetThisDevice } from './forget-devices.ts';
import { sendCode } from './send-code.ts';

export const proofRouter = router({
  /** Sends the six digits; the answer is the same for every phone. */
  sendCode: publicProcedure(PROOFS_PER_ADDRESS)
    .input(sendCodeInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      await sendCode(ctx, input.who);
      return null;
    }),

  /** The six digits, typed: this browser is known for a day. */
  enterCode: publicProcedure(PROOFS_PER_ADDRESS)
    .input(enterCodeInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      await enterCode(ctx, input.who, input.code);
      return null;
    }),

  /** The PIN, typed: this browser is known for a day. */
  enterPin: publicProcedure(PROOFS_PER_ADDRESS)
    .input(enterPinInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      await enterPin(ctx, input.who, input.pin);
      return null;
    }),

  /** A PIN, chosen on a known browser. */
  choosePin: publicProcedure(PROOFS_PER_ADDRESS)
    .input(choosePinInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      await choosePin(ctx, input.who, input.pin);
      return null;
    }),

  /** This browser forgotten, or from a known one all others. */
  forgetDevices: publicProcedure(PROOFS_PER_ADDRESS)
    .input(forgetDevicesInput)
    .mutation(async ({ ctx, input }): Promise<null> => {
      await (input.which === 'this' ? forgetThisDevice : forgetOtherDevices)(ctx, input.who);
      return null;
    }),
});
