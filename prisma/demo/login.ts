/** What the demo's owner logs in with. */
export const DEMO = { email: 'demo@padaria.example', password: 'pao-de-queijo' };

export interface DemoLogin {
  email: string;
  password: string;
  slug: string;
}
