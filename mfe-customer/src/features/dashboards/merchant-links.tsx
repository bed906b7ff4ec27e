import { myDataAddress } from 'domain/my-data-address';
import { Link } from '../../lib/link.tsx';
import styles from './merchant-links.module.css';

/**
 * Lead to a merchant's documents, which are pages of the server without this application, and to the
 * customer's data there.
 */
export function MerchantLinks({ slug }: { slug?: string | undefined }) {
  return (
    slug && (
      <p className={styles.links}>
        <a href={`/regulamento/${slug}`}>Regulamento e privacidade</a>
        <Link href={myDataAddress(slug)}>Meus dados</Link>
      </p>
    )
  );
}
