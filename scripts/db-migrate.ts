import { migrate } from 'database/migrate';

const { DATABASE_OWNER_URL: ownerUrl } = process.env;
if (!ownerUrl) {
  console.error('Set DATABASE_OWNER_URL to the database to migrate, as the role that owns it.');
  process.exit(1);
}
try {
  const applied = await migrate(ownerUrl);
  console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
