import { frontEnd } from 'federation/rspack';

export default frontEnd({ name: 'mfe-analytics', kind: 'remote', directory: import.meta.dirname });
