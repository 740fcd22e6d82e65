/** Facts of a listing `l` that are part of a JSON column, as both adapters of the search read them. */

/** `PSA`; older listings may name any company. */
export const companySql = "upper(l.grading ->> 'company')";
/** `10`, `9.5`, `Authentic`. */
export const gradeSql = "(l.grading ->> 'grade')";
/** Whether it has photos of the copy itself. */
export const photoSql = "(l.photos <> '[]')";
