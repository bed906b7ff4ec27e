/** Longest stop beyond the time in which the process still serves; then it exits with 1. */
const STOP_WITHIN_MS = 20_000;

interface Running {
  monitoringUrl: string | undefined;
  drainDelayMs: number;
  close(): Promise<void>;
}

/**
 * Runs what `start` starts until a signal ends it. The parent process is told once where to ask whether this
 * one is ready.
 */
export function runAsProcess(start: () => Promise<Running>): void {
  start().then(
    (running) => {
      let isStopping = false;
      const stop = () => {
        if (isStopping) return;
        isStopping = true;
        setTimeout(() => process.exit(1), running.drainDelayMs + STOP_WITHIN_MS).unref();
        void running.close().then(() => process.exit(0));
      };
      // A terminal and the parent process may both send a signal.
      process.on('SIGTERM', stop);
      process.on('SIGINT', stop);
      process.send?.({ monitoringUrl: running.monitoringUrl });
    },
    (error: Error) => {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    },
  );
}
