/** `read` narrows a request to reading, whatever its credential may. */
export const ACCESS_HEADER = 'x-svc-access';
