export const accountTabs = ['launch', 'restaurants', 'feeds', 'drift', 'setup'] as const
export type AccountTab = (typeof accountTabs)[number]
