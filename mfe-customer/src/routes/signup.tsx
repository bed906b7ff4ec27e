import { useParams } from 'react-router-dom';
import { SignupPage } from '../features/signups/signup-page.tsx';

/** /signup/:slug */
export function SignupRoute() {
  const { slug = '' } = useParams();
  return <SignupPage key={slug} slug={slug} />;
}
