/** How long earlier versions of a template's words are kept; the newest ones longer. */
export const keptVersionDays = 365;
export const alwaysKeptVersions = 5;

/** How long a picture is kept that no template, draft or version names any more: mails that were sent load it. */
export const unusedPictureDays = 365;
