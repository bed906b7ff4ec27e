import { frontEnd } from 'federation/rspack';

export default frontEnd({ name: 'shell', kind: 'shell', directory: import.meta.dirname });
