import type { Handler } from '../call.ts';
import type { Output } from '../contract/operations.ts';
import type { Post } from './post.ts';

export function createSignInMethods({
  post,
  oauth,
}: {
  readonly post: Post;
  readonly oauth: Output<'signInMethods'>['oauth'];
}): Handler<'signInMethods'> {
  return async () => ({ email: post.isThere, oauth });
}
