export { type CallOptions, type Client, type ClientOptions, createClient, type RowStream, type RowStreamFormat } from './client.ts';
export { CLIENT_CODES, SvcError } from './error.ts';
