/** Fields of pages and apps at Meta. */
export const ofMeta = ['pageId', 'pageName', 'appId', 'graphUrl', 'dialogUrl'] as const
