/// <reference path="./css-modules.d.ts" />
import { TOAST_ERROR_MS, TOAST_SUCCESS_MS } from 'domain/lifetimes';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import { classNames } from './class-names.ts';
import { TOAST_EVENT, type ToastDetail } from './notify.tsx';
import { toastPosition } from './toast-position.ts';
import styles from './toaster.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export { notify } from './notify.tsx';

/** '✅ Conexão estabelecida!': the sign, and the text after it. */
const SIGNED = /^(\p{Extended_Pictographic}\ufe0f?\s)(.+)$/su;

/**
 * The icon says what such a sign says, and is on every machine the same: the sign is left to the text alone.
 */
function titleOf(message: string): ReactNode {
  const [, sign, text] = SIGNED.exec(message) ?? [];
  if (!sign) return message;
  return (
    <>
      <VisuallyHidden>{sign}</VisuallyHidden>
      {text}
    </>
  );
}

/** Below the header with the employee's name; at the foot above what stands there (--foot, tokens.css). */
const OFFSET = { top: '4.75rem', right: '1.5rem', bottom: 'calc(var(--foot) + 1rem)' };
const MOBILE_OFFSET = { ...OFFSET, left: '1rem', right: '1rem' };

/**
 * The place of toasts: top right, on phones at the foot; success 3 s, error 4 s. An error stands only until
 * the next attempt, told by a form that is sent or by the next toast. Mounted once, by the owner of the
 * document.
 */
export function Toaster() {
  useEffect(() => {
    let shownError: string | number | undefined;
    /** Announced within one frame. */
    let announced: ToastDetail[] = [];

    function dismissError() {
      if (shownError !== undefined) toast.dismiss(shownError);
      shownError = undefined;
    }
    function announce(event: Event) {
      // A dialog that opens with the toast is there a frame later, and decides its place.
      if (announced.length === 0) requestAnimationFrame(show);
      announced = [
        ...announced.filter(({ kind }) => kind !== 'error'),
        (event as CustomEvent<ToastDetail>).detail,
      ];
    }
    function show() {
      dismissError();
      for (const { kind, message } of announced) {
        const id = toast[kind](titleOf(message), {
          duration: kind === 'success' ? TOAST_SUCCESS_MS : TOAST_ERROR_MS,
          position: toastPosition(),
        });
        if (kind === 'error') shownError = id;
      }
      announced = [];
    }
    window.addEventListener(TOAST_EVENT, announce);
    window.addEventListener('submit', dismissError, { capture: true });
    return () => {
      window.removeEventListener(TOAST_EVENT, announce);
      window.removeEventListener('submit', dismissError, { capture: true });
    };
  }, []);
  return (
    <SonnerToaster
      position="top-right"
      expand
      offset={OFFSET}
      mobileOffset={MOBILE_OFFSET}
      containerAriaLabel="Notificações"
      className={classNames(styles.toaster)}
      icons={{
        success: <CircleCheck className={styles.success} />,
        error: <CircleAlert className={styles.error} />,
      }}
      toastOptions={{ classNames: { toast: classNames(styles.toast) } }}
    />
  );
}
