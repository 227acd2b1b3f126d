import { salesLinks } from '@tablewire/contracts/rms/sales-links'
import { useId } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant, formatNumber } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useT } from './use-t.ts'

const shownAtMost = 100

/** What people wrote on the page; as text, whatever it is. */
export const Enquiries = ({ id }: { id: string }) => {
  const t = useT()
  const headId = useId()
  const asked = { params: { id }, query: { limit: shownAtMost } }
  const { data, error, refetch } = useEndpoint(salesLinks.enquiries, asked, { meta: { shown: true } })
  return (
    <section aria-labelledby={headId}>
      <h3 id={headId}>{t('enquiries')}</h3>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <RowsSkeleton />}
      {data?.total === 0 ? <p>{t('enquiries.none')}</p> : null}
      {data?.data.map(({ id: one, name, email, phone, message, lang, at }) => (
        <article key={one} style={{ borderBlockStart: '1px solid var(--skin-edge)', paddingBlock: 10, overflowWrap: 'anywhere' }}>
          <strong>{name}</strong> · {formatInstant(at)}
          <div>
            <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
            {phone ? (
              <>
                {' · '}
                <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
              </>
            ) : null}
          </div>
          <p lang={lang} style={{ whiteSpace: 'pre-line', marginBlockEnd: 0 }}>
            {message}
          </p>
        </article>
      ))}
      {data && data.total > data.data.length ? <p>{t('enquiries.more', { count: formatNumber(shownAtMost) })}</p> : null}
      {data?.total ? <small>{t('enquiries.kept')}</small> : null}
    </section>
  )
}
