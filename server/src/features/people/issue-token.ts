import { timingSafeEqual } from 'node:crypto'
import type { Token, TokenRequest } from '@tablewire/contracts/identity/session'
import type { FactorAnswer } from '#src/features/factors/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { signInByHash } from './login-hash.ts'
import { renewSession } from './renew-session.ts'
import { completeSignIn, signIn, signInByPasskey } from './sign-in.ts'

/** The portal is a public client (RFC 6749 §2.1): its secret stands in every browser and proves nothing. */
const client = { id: secretHash('portal'), secret: secretHash('portal') }

const isPortal = ({ client_id, client_secret }: TokenRequest): boolean => {
  const id = timingSafeEqual(secretHash(client_id), client.id)
  const secret = timingSafeEqual(secretHash(client_secret), client.secret)
  return id && secret
}

const required = <K extends keyof TokenRequest>(request: TokenRequest, ...names: K[]): { [N in K]: NonNullable<TokenRequest[N]> } => {
  const missing = names.filter((name) => !request[name])
  if (missing.length) throw new Problem('request.invalid', {}, Object.fromEntries(missing.map((name) => [name, [{ issue: 'required' }]])))
  return request as { [N in K]: NonNullable<TokenRequest[N]> }
}

const yes = (value: TokenRequest['long_time']): boolean => [true, 'true', '1'].includes(value ?? false)

/** The challenge and what answers it: the first of passkey, code and recovery code that was sent. */
const factorAnswer = (request: TokenRequest): FactorAnswer => {
  const { challenge } = required(request, 'challenge')
  if (request.assertion) return { challenge, assertion: request.assertion }
  return request.recovery_code ? { challenge, recoveryCode: request.recovery_code } : { challenge, otp: required(request, 'otp').otp }
}

/** POST /v2/token: the ways to a token. */
export const issueToken = async (ctx: Ctx, request: TokenRequest): Promise<Token> => {
  if (!isPortal(request)) throw new Problem('client.unknown')
  const longTime = yes(request.long_time)
  const { device } = request
  switch (request.grant_type) {
    case 'password':
      return signIn(ctx, { ...required(request, 'username', 'password'), longTime, device })
    case 'second_factor':
      return completeSignIn(ctx, factorAnswer(request), device)
    case 'passkey':
      return signInByPasskey(ctx, { ...required(request, 'assertion'), longTime, device })
    case 'hash_credentials':
      return signInByHash(ctx, { ...required(request, 'userId', 'hash'), longTime, device })
    case 'refresh_token':
      return renewSession(ctx, {
        ...required(request, 'refresh_token'),
        renewal: request.renewal,
        redirectLogin: yes(request.redirect_login),
      })
    default:
      throw new Problem('grant.unsupported')
  }
}
