import type { ClientSession } from 'domain/session';
import { CircleHelp, Keyboard } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { Modal } from '../../lib/modal.tsx';
import { findTopic, TOPICS, topicsFor } from './find-topic.ts';
import styles from './help-sheet.module.css';
import type { HelpTopic } from './help-topic.ts';

export interface HelpSheetProps {
  session: ClientSession;
  onClose: () => void;
}

/** What the screen is for and the questions people have about it, beside the screen itself. */
export function HelpSheet({ session, onClose }: HelpSheetProps) {
  const location = useLocation();
  const topic = findTopic(TOPICS, location);
  const others = topicsFor(session).filter(({ id }) => id !== topic?.id);
  return (
    <Modal isSheet title={`Ajuda: ${topic?.title ?? 'Painel'}`} onClose={onClose}>
      <div className={styles.content}>
        {topic && <Topic key={topic.id} {...topic} />}
        <nav aria-labelledby="other-topics" className={styles.others}>
          <h3 id="other-topics" className={styles.heading}>
            Outros assuntos
          </h3>
          <ul>
            {others.map(({ id, title }) => (
              <li key={id}>
                <Link to={{ ...location, hash: `ajuda-${id}` }} state={location.state} replace>
                  <CircleHelp aria-hidden="true" />
                  {title}
                </Link>
              </li>
            ))}
            <li className={styles.keyboard}>
              <Link to={{ ...location, hash: 'atalhos' }} state={location.state} replace>
                <Keyboard aria-hidden="true" />
                Atalhos do teclado
              </Link>
            </li>
          </ul>
        </nav>
      </div>
    </Modal>
  );
}

function Topic({ purpose, questions }: HelpTopic) {
  return (
    <>
      <p className={styles.purpose}>{purpose}</p>
      <div>
        {questions.map(({ question, answer }) => (
          <details key={question} className={styles.question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </>
  );
}
