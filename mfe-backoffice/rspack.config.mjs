import { frontEnd } from 'federation/rspack';

export default frontEnd({ name: 'mfe-backoffice', kind: 'remote', directory: import.meta.dirname });
