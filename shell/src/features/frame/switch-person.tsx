import { ArrowLeftRight } from 'lucide-react';
import { Button } from 'ui/button';
import styles from './switch-person.module.css';

interface SwitchPersonProps {
  logout: { isPending: boolean; run: () => Promise<void> };
}

/** On a tablet of the counter: back to the lock screen. */
export function SwitchPerson({ logout }: SwitchPersonProps) {
  return (
    <Button
      variant="secondary"
      icon={<ArrowLeftRight />}
      pending={logout.isPending}
      onClick={() => void logout.run()}
    >
      Trocar<span className={styles.person}> pessoa</span>
    </Button>
  );
}
