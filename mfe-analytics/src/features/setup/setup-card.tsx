import { useRemoteHost } from 'federation/remote-host';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, buttonClassName } from 'ui/button';
import { Card } from 'ui/card';
import { VisuallyHidden } from 'ui/visually-hidden';
import { ShareBar } from '../../lib/share-bar.tsx';
import type { Setup } from './setup.ts';
import styles from './setup-card.module.css';
import { type SetupStep, type StepName, setupSteps } from './setup-steps.ts';
import { useMarkSetup } from './use-mark-setup.ts';

interface SetupCardProps {
  setup: Setup;
  /** Called when the list is dismissed, or closed where it was dismissed before. */
  onHide: () => void;
}

/** The steps of a merchant's first hour: they tick themselves off, and one is open at a time. */
export function SetupCard({ setup, onHide }: SetupCardProps) {
  const { notify } = useRemoteHost();
  const { mark, marking } = useMarkSetup();
  const [chosen, setChosen] = useState<StepName>();
  const steps = setupSteps(setup.rateBasisPoints);
  const doneCount = steps.filter(({ name }) => setup.steps[name]).length;
  const isReady = doneCount === steps.length;
  const open =
    steps.find(({ name }) => name === chosen) ?? steps.find(({ name }) => !setup.steps[name]) ?? steps[0];

  async function hide() {
    if (!setup.isDismissed) {
      if (!(await mark('dismissed'))) return;
      if (!isReady) notify.success('Os primeiros passos continuam em Configurações.');
    }
    onHide();
    document.querySelector('h1')?.focus();
  }

  async function tick(step: SetupStep) {
    if (!step.tick || !(await mark(step.tick.mark))) return;
    // On to the next one, unless another was opened meanwhile.
    setChosen((current) => (current === step.name ? undefined : current));
  }

  return (
    <section aria-label="Primeiros passos">
      <Card flush>
        <header className={styles.header}>
          <h2 className={styles.heading}>{isReady ? 'Tudo pronto!' : 'Primeiros passos'}</h2>
          <p className={styles.count}>
            {doneCount} de {steps.length}
            {isReady && ' · O seu programa de cashback está no ar.'}
          </p>
          <Button
            variant={isReady ? 'primary' : 'ghost'}
            className={styles.hide}
            pending={marking === 'dismissed'}
            onClick={() => void hide()}
          >
            {setup.isDismissed ? 'Fechar' : isReady ? 'Concluir' : 'Dispensar'}
          </Button>
        </header>
        <div className={styles.progress}>
          <ShareBar parts={[{ tenths: (1_000 * doneCount) / steps.length, tone: 'green' }]} />
        </div>
        {(!isReady || setup.isDismissed) && (
          <ol className={styles.steps}>
            {steps.map((step, index) => (
              <li key={step.name} className={styles.step}>
                <button
                  type="button"
                  className={styles.title}
                  aria-current={step === open ? 'step' : undefined}
                  onClick={() => setChosen(step.name)}
                >
                  <span className={setup.steps[step.name] ? styles.done : styles.number} aria-hidden="true">
                    {setup.steps[step.name] ? <Check /> : index + 1}
                  </span>
                  {step.title}
                  {setup.steps[step.name] && <VisuallyHidden> (feito)</VisuallyHidden>}
                </button>
                {step === open && (
                  <OpenStep
                    step={step}
                    isDone={setup.steps[step.name]}
                    marking={marking}
                    onTick={() => void tick(step)}
                  />
                )}
              </li>
            ))}
          </ol>
        )}
      </Card>
    </section>
  );
}

interface OpenStepProps {
  step: SetupStep;
  isDone: boolean;
  marking: string | undefined;
  onTick: () => void;
}

function OpenStep({ step: { text, link, tick }, isDone, marking, onTick }: OpenStepProps) {
  const here = isDone ? undefined : tick;
  // 'Manter 5%' is the way on; 'Trabalho sozinho' is the way out.
  const isTickFirst = here?.mark === 'rules';
  return (
    <div className={styles.open}>
      <p>{text}</p>
      <div className={styles.actions}>
        {here && (
          <Button
            variant={isTickFirst ? 'primary' : 'ghost'}
            className={isTickFirst ? undefined : styles.last}
            pending={marking === here.mark}
            onClick={onTick}
          >
            {here.label}
          </Button>
        )}
        <Link
          to={link.to}
          className={buttonClassName({ variant: isDone || isTickFirst ? 'secondary' : 'primary' })}
        >
          {link.label}
        </Link>
      </div>
    </div>
  );
}
