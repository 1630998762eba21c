# The CMake package of Cunning: find_package(cunning) gives the targets
#   cunning::cunning         the shared library, for C and C++
#   cunning::cunning-static  the static library

get_filename_component(_cunning_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_package(Threads REQUIRED)

if(NOT TARGET cunning::cunning)
  add_library(cunning::cunning SHARED IMPORTED)
  if(WIN32)
    set_target_properties(cunning::cunning PROPERTIES
      IMPORTED_LOCATION "${_cunning_prefix}/lib/cunning.dll"
      IMPORTED_IMPLIB "${_cunning_prefix}/lib/cunning.dll.lib")
  elseif(APPLE)
    set_target_properties(cunning::cunning PROPERTIES IMPORTED_LOCATION "${_cunning_prefix}/lib/libcunning.dylib")
  else()
    set_target_properties(cunning::cunning PROPERTIES
      IMPORTED_LOCATION "${_cunning_prefix}/lib/libcunning.so"
      IMPORTED_NO_SONAME TRUE)
  endif()
  target_include_directories(cunning::cunning INTERFACE "${_cunning_prefix}/include")

  add_library(cunning::cunning-static STATIC IMPORTED)
  set_target_properties(cunning::cunning-static PROPERTIES IMPORTED_LOCATION "${_cunning_prefix}/lib/libcunning.a")
  target_include_directories(cunning::cunning-static INTERFACE "${_cunning_prefix}/include")
  target_link_libraries(cunning::cunning-static INTERFACE Threads::Threads ${CMAKE_DL_LIBS})
  if(UNIX AND NOT APPLE)
    target_link_libraries(cunning::cunning-static INTERFACE m)
  endif()
endif()
