/// <reference path="./css-modules.d.ts" />
import { TOAST_ERROR_MS, TOAST_SUCCESS_MS } from 'domain/lifetimes';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import { classNames } from './class-names.ts';
import { TOAST_EVENT, type ToastDetail } from './notify.tsx';
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

/** The place of toasts: top right, success 3 s, error 4 s. Mounted once, by the owner of the document. */
export function Toaster() {
  useEffect(() => {
    function show(event: Event) {
      const { kind, message } = (event as CustomEvent<ToastDetail>).detail;
      toast[kind](titleOf(message), { duration: kind === 'success' ? TOAST_SUCCESS_MS : TOAST_ERROR_MS });
    }
    window.addEventListener(TOAST_EVENT, show);
    return () => window.removeEventListener(TOAST_EVENT, show);
  }, []);
  return (
    <SonnerToaster
      position="top-right"
      expand
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
