// Entry that tests and benchmarks fork: the primary process of a cluster, as scripts/cluster.mjs is one.
import { partsOf } from './parts.mjs';
import { createSupervisor } from './supervisor.mjs';

let supervisor;

const say = (line) => process.send?.({ line });

const ORDERS = {
  async start({ cluster }) {
    supervisor = createSupervisor(partsOf(cluster), say);
    await supervisor.start();
  },
  restart: ({ readyWithinMs }) => supervisor.restart(say, readyWithinMs),
  metrics: () => supervisor.metricsOf('api-1'),
  async stop() {
    await supervisor.stop();
    process.exit(0);
  },
};

process.on('message', ({ id, ...message }) => {
  ORDERS[message.order](message).then(
    (metrics) => process.send?.({ id, metrics }),
    (error) => process.send?.({ id, failure: error.message }),
  );
});
process.once('disconnect', () => process.exit());
