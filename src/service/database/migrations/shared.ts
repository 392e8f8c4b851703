import { contentChanged } from './content-changed.ts';
import { erasures } from './erasures.ts';
import { failedDeliveries } from './failed-deliveries.ts';
import { hookLeases } from './hook-leases.ts';
import { keyExpiry } from './key-expiry.ts';
import { labelTimes } from './label-times.ts';
import type { Migrations } from './migrate.ts';
import { partTimes } from './part-times.ts';
import { supersededDeliveries } from './superseded-deliveries.ts';
import { unusedUploads } from './unused-uploads.ts';

/**
 * What both engines take after their own, written with Kysely's schema builder; the name of each
 * comes after all before it. Append only: one that has been released never changes.
 */
export const sharedMigrations: Migrations = {
  '0003-content-changed': { up: contentChanged },
  '0004-hook-leases': { up: hookLeases },
  '0005-erasures': { up: erasures },
  '0006-part-times': { up: partTimes },
  '0007-failed-deliveries': { up: failedDeliveries },
  '0009-key-expiry': { up: keyExpiry },
  '0010-unused-uploads': { up: unusedUploads },
  '0011-superseded-deliveries': { up: supersededDeliveries },
  '0012-label-times': { up: labelTimes },
};
