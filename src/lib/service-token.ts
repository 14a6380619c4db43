import { createHmac } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';

/** What a token of one part of the deployment says to another. */
export interface ServiceClaims {
  /** Whom it speaks for; absent where it speaks for its own part. */
  readonly subject?: string;
}

export interface ServiceTokens {
  /** A JWT (RFC 7519) that counts for a minute, at one audience. */
  sign(audience: string, claims?: ServiceClaims): Promise<string>;
  /** Null for what was not signed with the same secret, is for another audience, or does not count any more. */
  verify(token: string, audience: string): Promise<ServiceClaims | null>;
}

export const SERVICE_TOKEN_SECONDS = 60;
const ALGORITHM = 'HS256';
const ISSUER = 'svc';

/** The parts of a deployment prove to each other that they know its service secret. */
export function createServiceTokens(secret: string): ServiceTokens {
  // Whatever else derives from the secret, no token is a part of it.
  const key = createHmac('sha256', secret).update('service tokens').digest();
  return {
    sign: (audience, { subject } = {}) => {
      const token = new SignJWT({}).setProtectedHeader({ alg: ALGORITHM }).setIssuer(ISSUER).setAudience(audience).setIssuedAt();
      if (subject !== undefined) token.setSubject(subject);
      return token.setExpirationTime(`${SERVICE_TOKEN_SECONDS}s`).sign(key);
    },
    async verify(token, audience) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience,
          maxTokenAge: SERVICE_TOKEN_SECONDS,
          requiredClaims: ['exp'],
        });
        return payload.sub === undefined ? {} : { subject: payload.sub };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}
