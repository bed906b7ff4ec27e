import { SignupPage } from '../features/signups/signup-page.tsx';

/** /signup/:slug */
export function SignupRoute({ slug }: { slug: string }) {
  return <SignupPage key={slug} slug={slug} />;
}
