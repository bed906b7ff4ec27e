import { frontEnd } from 'federation/rspack';

export default frontEnd({ name: 'mfe-customer', kind: 'remote', directory: import.meta.dirname });
