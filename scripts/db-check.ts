import { diffMigrations } from './lib/schema-engine.ts';
import { withScratchServer } from './lib/scratch-server.ts';

try {
  const { DATABASE_OWNER_URL: ownerUrl } = process.env;
  const differences = ownerUrl
    ? await diffMigrations(ownerUrl)
    : await withScratchServer((server) => diffMigrations(server.ownerUrl()));
  if (differences) {
    console.error(
      `prisma/schema.prisma and prisma/migrations differ; a migration would have to say:\n${differences}`,
    );
    process.exitCode = 1;
  } else {
    console.log('prisma/schema.prisma matches prisma/migrations.');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
