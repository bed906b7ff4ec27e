import type { ReactNode } from 'react';
import { Card } from 'ui/card';
import { Logo } from 'ui/logo';
import { PublicPage } from 'ui/public-page';
import styles from './entrance.module.css';
import { LegalLinks } from './legal-links.tsx';
import { Pitch } from './pitch.tsx';

interface EntranceProps {
  title: string;
  description: string;
  children: ReactNode;
}

/** The product's own pages in front of the back office: one card with a heading. */
export function Entrance(props: EntranceProps) {
  return (
    <PublicPage>
      <EntranceCard {...props} />
    </PublicPage>
  );
}

/**
 * The same for who may not know the product yet: beside the card, on a phone below it, stands what it does.
 */
export function FrontEntrance(props: EntranceProps) {
  return (
    <div className={styles.front}>
      <header className={styles.brand}>
        <Logo size="large" tagline onBand />
      </header>
      <main className={styles.main}>
        <EntranceCard {...props} />
      </main>
      <Pitch className={styles.pitch} />
      <LegalLinks className={styles.legal} />
    </div>
  );
}

function EntranceCard({ title, description, children }: EntranceProps) {
  return (
    <Card className={styles.card}>
      <div className={styles.heading}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.description}>{description}</p>
      </div>
      {children}
    </Card>
  );
}
