import { keepFound, latestVersion } from './newer.ts';

/** `look-for-newer <package> <file>`: run by itself once a day. What fails is not tried again before tomorrow. */
const [name = '', file = ''] = process.argv.slice(2);
keepFound(file, null);
keepFound(file, latestVersion(name));
