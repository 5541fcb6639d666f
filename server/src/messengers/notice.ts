const longest = 200;

/** Both messengers show at most 200 characters above a tapped button; a pair of surrogates is not torn apart. */
export function cutNotice(notice: string): string {
  if (notice.length <= longest) return notice;
  const end = longest - 1;
  return `${notice.slice(0, /[\uD800-\uDBFF]/.test(notice.charAt(end - 1)) ? end - 1 : end)}…`;
}
