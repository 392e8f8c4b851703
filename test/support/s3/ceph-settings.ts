import { join } from 'node:path';

interface CephPlaces {
  /** The folder where Ceph's programs are unpacked. */
  root: string;
  /** The folder for its data. */
  folder: string;
  id: string;
  ports: { monitor: number; gateway: number };
}

/**
 * Settings for one monitor, one store in memory and one gateway, which trust every local client.
 */
export function cephSettings({ root, folder, id, ports }: CephPlaces): string {
  const libraries = join(root, 'usr/lib/x86_64-linux-gnu');
  const roles = ['cluster', 'service', 'client'];
  return `[global]
fsid = ${id}
mon host = v2:127.0.0.1:${ports.monitor}
mon initial members = a
${roles.map((role) => `auth ${role} required = none`).join('\n')}
${['mon ', ''].flatMap((of) => roles.map((role) => `ms ${of}${role} mode = crc`)).join('\n')}
ms bind ipv6 = false
run dir = ${folder}
admin socket = ${folder}/$name.sock
pid file = ${folder}/$name.pid
log file = ${folder}/$name.log
plugin dir = ${libraries}/ceph
erasure code dir = ${libraries}/ceph/erasure-code
osd class dir = ${libraries}/rados-classes
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 1
mon data avail warn = 1
osd objectstore = memstore
memstore device bytes = 1073741824
[mon.a]
mon data = ${folder}/mon
[osd.0]
osd data = ${folder}/osd
[client.admin]
rgw frontends = beast endpoint=127.0.0.1:${ports.gateway}
rgw thread pool size = 64
`;
}
