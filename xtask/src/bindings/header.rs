//! The functions of `cunning.h`, for what is made from them.

/// A function of the header.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Function<'a> {
    pub(crate) result: &'a str,
    pub(crate) name: &'a str,
    /// The types of the parameters, without their names: `const CunningSpawn *`.
    pub(crate) params: Vec<String>,
}

/// The functions that a header declares, in its order.
pub(crate) fn functions(header: &str) -> Vec<Function<'_>> {
    let is_other = |line: &str| line.is_empty() || line.starts_with([' ', '/', '#', '}', '*']);
    let mut functions = Vec::new();
    let mut rest = header;
    while let Some((line, after)) = rest.split_once('\n') {
        let declaration = rest.split_once(';').map_or(rest, |(declaration, _)| declaration);
        rest = after;
        if is_other(line) || ["static ", "typedef ", "extern "].iter().any(|word| line.starts_with(word)) {
            continue;
        }
        let Some((start, params)) = declaration.split_once('(') else { continue };
        let Some((result, name)) = start.rsplit_once(' ') else { continue };
        if !name.starts_with("cunning_") || start.contains('\n') {
            continue;
        }
        let params = params.trim_end_matches(')').split(',').map(type_of).filter(|kind| kind != "void");
        functions.push(Function { result, name, params: params.collect() });
    }
    functions
}

/// The type of a parameter: what comes before its name.
fn type_of(param: &str) -> String {
    let param = param.trim();
    let end = param.rfind([' ', '*']).map_or(param.len(), |at| at + 1);
    param[..end].trim_end().replace("struct ", "")
}

/// The structs of a header that begin with their size.
pub(crate) fn sized_structs(header: &str) -> Vec<&str> {
    let structs = header.split("typedef struct ").skip(1);
    let sized = structs.filter(|text| {
        let end = text.find('}').unwrap_or(text.len());
        text[..end].contains(" struct_size;")
    });
    sized.filter_map(|text| text.split_whitespace().next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bindings::path;

    #[test]
    fn functions_have_the_types_of_their_parameters() {
        let header = "// cunning_old(x)\nCunningStatus cunning_spawn(struct CunningMinds *minds,\n    const struct \
                      CunningSpawn *options,\n    struct CunningBuffer **out);\nuint32_t cunning_abi(void);\n\
                      static inline CunningStr cunning_str(const char *text) {\n";
        let spawn = ["CunningMinds *", "const CunningSpawn *", "CunningBuffer **"].map(str::to_owned);
        assert_eq!(
            functions(header),
            [
                Function { result: "CunningStatus", name: "cunning_spawn", params: spawn.into() },
                Function { result: "uint32_t", name: "cunning_abi", params: Vec::new() },
            ]
        );
    }

    #[test]
    fn header_lists_the_functions_of_the_library() {
        let header = std::fs::read_to_string(path("bindings/c/include/cunning.h")).unwrap();
        let mut found: Vec<&str> = functions(&header).iter().map(|function| function.name).collect();
        found.sort_unstable();
        let mut expected = Vec::new();
        for entry in path("bindings/c/src").read_dir().unwrap() {
            let source = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            let names = source.split("extern \"C\" fn ").skip(1);
            expected.extend(names.map(|rest| rest.split('(').next().unwrap().to_owned()));
        }
        expected.sort();
        assert_eq!(found, expected);
        let sized = ["CunningCommand", "CunningConfig", "CunningOrder", "CunningSpawn"];
        let mut found = sized_structs(&header);
        found.sort_unstable();
        assert_eq!(found, sized);
    }
}
