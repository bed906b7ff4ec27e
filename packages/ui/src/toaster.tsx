/// <reference path="./css-modules.d.ts" />
import { TOAST_ERROR_MS, TOAST_SUCCESS_MS } from 'domain/lifetimes';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import { classNames } from './class-names.ts';
import { TOAST_EVENT, type ToastDetail } from './notify.tsx';
import styles from './toaster.module.css';

export { notify } from './notify.tsx';

/** Where toasts appear: top right, success 3 s, error 4 s. Mounted once, by whoever owns the document. */
export function Toaster() {
  useEffect(() => {
    function show(event: Event) {
      const { kind, message } = (event as CustomEvent<ToastDetail>).detail;
      toast[kind](message, { duration: kind === 'success' ? TOAST_SUCCESS_MS : TOAST_ERROR_MS });
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
